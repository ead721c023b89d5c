/**
 * Acquires, renews and holds the tokens of a client. Discovery, endpoints, storage and the login flow are in the
 * packages next to it. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.acquisition;
