import { createHash } from 'node:crypto';

/**
 * The inline scripts of the pages, which need no extra request. The content security policy allows only these, so they
 * are the same on every page; differences are passed as data.
 */

/**
 * Sets before the first paint what the app will also set: the colour scheme, and whether the cookie question was
 * answered. So nothing moves when the app takes over.
 */
export const FIRST_PAINT_SCRIPT = `(function(data,dark){
function paint(){data.mantineColorScheme=dark.matches?'dark':'light'}
paint();dark.addEventListener('change',paint);
try{if(localStorage.getItem('cookieAgreement')!==null)data.cookies='answered'}catch(error){}
})(document.documentElement.dataset,matchMedia('(prefers-color-scheme: dark)'))`;

/**
 * Starts the app on a prerendered page. At once if the URL has a query, a person is signed in, the focus is to return
 * to its place before a reload, or the page asks for it. Otherwise when a visitor reaches for something that needs the
 * app (with a pointer or the keyboard), or, unless the page waits for that, when it is idle (after two seconds at
 * most). `main.tsx` repeats an earlier click: on a button, on a link that opens a panel over the page, or, for
 * signed-in people, on any link, since the prerendered links are for visitors. If the app cannot be loaded, the browser
 * follows the link.
 */
export const START_SCRIPT = `(function(files,when){
var root=document.documentElement,begun,known,focused,pressed;
try{known=localStorage.session||sessionStorage.session;focused=sessionStorage['kept-place']}catch(error){}
function begin(){if(begun)return;begun=true;files.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)});import(files[0]).catch(function(){if(pressed&&pressed.href)location.href=pressed.href})}
['pointerdown','focusin'].forEach(function(name){addEventListener(name,function(event){if(when!=='touched'||event.target.closest('#root :is(a,button,input,select)'))begin()},true)});
addEventListener('click',function(event){
if('ready' in root.dataset||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;
var target=event.target.closest('#root :is(a,button)');
if(!target||target.href&&!known&&!(target.search&&target.host+target.pathname===location.host+location.pathname))return;
event.preventDefault();if(pressed)delete pressed.dataset.pressed;pressed=target;pressed.dataset.pressed='';begin()},true);
if(known||focused||location.search||when==='now')begin();
else if(when!=='touched')addEventListener('load',function(){(window.requestIdleCallback||setTimeout)(begin,{timeout:2000})});
})(document.currentScript.dataset.files.split(' '),document.currentScript.dataset.when)`;

/** The sources that allow these scripts in a content security policy. */
export const INLINE_SCRIPT_SOURCES: readonly string[] = [FIRST_PAINT_SCRIPT, START_SCRIPT].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
);
