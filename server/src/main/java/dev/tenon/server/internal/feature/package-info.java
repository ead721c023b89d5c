/**
 * The handlers of the methods of the protocol, and the tools, resources and prompts that they serve. Forwarded methods
 * are in {@code internal.forwarder}. For maintainers only.
 */
package dev.tenon.server.internal.feature;
