/**
 * The guard: a policy-enforcing proxy that connects clients to one MCP server, for applications that embed it. Several
 * upstream servers are combined in {@link dev.tenon.guard.aggregate}, and a guard is configured from a file in {@link
 * dev.tenon.guard.runtime}.
 */
@NullMarked
package dev.tenon.guard;

import org.jspecify.annotations.NullMarked;
