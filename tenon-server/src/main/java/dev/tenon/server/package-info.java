/**
 * Write an MCP server: describe tools, resources and prompts once, and serve them in every revision of the protocol.
 */
@NullMarked
package dev.tenon.server;

import org.jspecify.annotations.NullMarked;
