/**
 * Caches of results and of tool definitions. Fetching them is in {@code dev.tenon.client.internal.call}. For the client
 * itself.
 */
package dev.tenon.client.internal.cache;
