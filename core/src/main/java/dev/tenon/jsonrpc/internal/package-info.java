/**
 * The correlation of requests with their responses, and call deadlines. The messages themselves are in
 * {@code dev.tenon.jsonrpc}. For the modules of Tenon only.
 */
package dev.tenon.jsonrpc.internal;
