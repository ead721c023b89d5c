/**
 * Combines several MCP servers behind one endpoint ({@link dev.tenon.guard.aggregate.ServerAggregate}). Upstream
 * connections and policies of each server are those of its {@link dev.tenon.guard.Guard}. For applications that embed
 * several guards in one server.
 */
@NullMarked
package dev.tenon.guard.aggregate;

import org.jspecify.annotations.NullMarked;
