/**
 * The implementation of token clients and of the token cache. The API is in {@code dev.tenon.oauth.client.token}.
 * Internal to the OAuth client.
 */
package dev.tenon.oauth.client.token.internal;
