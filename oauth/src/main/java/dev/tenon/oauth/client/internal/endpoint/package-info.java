/**
 * Requests to the endpoints of an authorization server: registration, token, revocation and pushed requests. The flow
 * with the browser is in {@code dev.tenon.oauth.client.internal.login}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.endpoint;
