/**
 * The authorization code flow with a browser and a redirect to this machine. The requests to the token endpoint are in
 * {@code dev.tenon.oauth.client.internal.endpoint}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.login;
