/**
 * The HTTP client of OAuth clients, with the policy for addresses. The connections are in {@code
 * dev.tenon.oauth.internal}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.http;
