/**
 * The settings and helpers that all parts of the OAuth client use. The parts are in the packages below this one.
 * Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal;
