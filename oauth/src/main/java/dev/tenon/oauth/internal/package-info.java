/**
 * The HTTP client for both sides of OAuth. The policy for addresses is in {@code dev.tenon.oauth.client.internal.http}.
 * Internal to this module.
 */
package dev.tenon.oauth.internal;
