/**
 * The entry point for writing MCP servers: {@link McpServer}, its builder, limits and status. Tools, resources and
 * prompts are in {@code dev.tenon.server.feature}, the context of a call in {@code dev.tenon.server.call}, and HTTP in
 * {@code dev.tenon.server.http}. For applications that offer tools, resources or prompts to MCP clients.
 */
@NullMarked
package dev.tenon.server;

import org.jspecify.annotations.NullMarked;
