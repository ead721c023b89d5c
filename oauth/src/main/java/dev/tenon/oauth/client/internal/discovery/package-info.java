/**
 * Discovery of protected resource metadata and of authorization servers (RFC 9728, RFC 8414). The HTTP client with its
 * address policy is in {@code dev.tenon.oauth.client.internal.http}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.discovery;
