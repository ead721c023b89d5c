/**
 * The upstream server of a guard with its current policies. Requests are forwarded in {@code forwarder}, for clients
 * without a session in {@code stateless}. Internal to the guard.
 */
package dev.tenon.guard.internal;
