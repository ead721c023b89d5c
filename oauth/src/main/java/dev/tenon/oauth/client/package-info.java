/**
 * The OAuth client for MCP clients: it discovers the authorization server, registers, logs in, and renews tokens.
 * Tokens from a known token endpoint are in {@code dev.tenon.oauth.client.token}. For programs that connect to servers
 * with OAuth.
 */
@NullMarked
package dev.tenon.oauth.client;

import org.jspecify.annotations.NullMarked;
