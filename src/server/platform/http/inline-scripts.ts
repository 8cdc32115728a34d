import { createHash } from 'node:crypto';

/**
 * The inline scripts of the pages, which need no extra request. The content security policy allows only these, so they
 * are the same on every page; what differs is passed as data.
 */

/**
 * Sets, before the first paint, what the app will set too: the colour scheme, and whether the cookie question was answered.
 * So nothing moves when the app takes over.
 */
export const FIRST_PAINT_SCRIPT = `(function(data){
data.mantineColorScheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
try{if(localStorage.getItem('cookieAgreement')!==null)data.cookies='answered'}catch(error){}
})(document.documentElement.dataset)`;

/**
 * Starts the app on a prerendered page: when the page is idle (after two seconds at most), at the first interaction, or at
 * once if the URL has a query or somebody is signed in. `main.tsx` repeats a click that came earlier: on a button, or, for
 * signed-in people, on a link, since the prerendered links are for visitors.
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

/** The sources that allow these scripts in a content security policy. */
export const INLINE_SCRIPT_SOURCES: readonly string[] = [FIRST_PAINT_SCRIPT, START_SCRIPT].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
