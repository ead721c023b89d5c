/**
 * The OAuth resource server: verification of access tokens and API keys, challenges, and the metadata of a protected
 * server. The OAuth client is in {@code dev.tenon.oauth.client}. For programs that protect an MCP server over HTTP.
 */
@NullMarked
package dev.tenon.oauth.server;

import org.jspecify.annotations.NullMarked;
