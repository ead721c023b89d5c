/**
 * Executors, schedulers, bounded caches and the rules for blocking. Deadlines of calls are in
 * {@code dev.tenon.jsonrpc.internal}. For the modules of Tenon only.
 */
package dev.tenon.internal.concurrent;
