import { createHash } from 'node:crypto';

/**
 * The few lines of script that stand in a page itself, so that nothing has to be waited for. The policy lets these run
 * and no others: they are the same in every page, and what differs stands beside them as data.
 */

/**
 * What must be known before anything is painted, as the app will have it: the colours, and whether the question about
 * cookies was answered, so that nothing moves when the app comes.
 */
export const FIRST_PAINT_SCRIPT = `(function(data){
data.mantineColorScheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
try{if(localStorage.getItem('cookieAgreement')!==null)data.cookies='answered'}catch(error){}
})(document.documentElement.dataset)`;

/**
 * In a page that was rendered at the build: lets the app take it over once the page is there, at the first touch, or at
 * once when the address asks for something or somebody is signed in. What is pressed before that is pressed again by
 * `main.tsx` (a busy machine may have no idle moment, so it is not waited for beyond two seconds): a button, and, for who is signed in, a link, as those of the page are a visitor's.
 */
export const START_SCRIPT = `(function(files){
var root=document.documentElement,begun,known;
try{known=localStorage.session||sessionStorage.session}catch(error){}
function begin(){if(begun)return;begun=true;files.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)});import(files[0])}
['pointerdown','keydown','focusin'].forEach(function(name){addEventListener(name,begin,{once:true,capture:true})});
addEventListener('click',function(event){if('ready' in root.dataset)return;var pressed=event.target.closest(known?'#root button,#root a':'#root button');if(pressed){event.preventDefault();pressed.dataset.pressed=''}},true);
if(known||location.search)begin();
else addEventListener('load',function(){(window.requestIdleCallback||setTimeout)(begin,{timeout:2000})});
})(document.currentScript.dataset.files.split(' '))`;

/** What the policy says of them. */
export const INLINE_SCRIPT_SOURCES: readonly string[] = [FIRST_PAINT_SCRIPT, START_SCRIPT].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
