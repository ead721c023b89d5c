/**
 * The stored credentials: tokens, client registrations, and a file that only its owner can access. The public store
 * interface is in {@code dev.tenon.oauth.client}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.store;
