/**
 * Tokens from a known token endpoint: client credentials, token exchange, and cached bearer credentials. Logins of a
 * user are in {@code dev.tenon.oauth.client}. For programs that act for themselves or exchange tokens, such as
 * gateways.
 */
@NullMarked
package dev.tenon.oauth.client.token;

import org.jspecify.annotations.NullMarked;
