/** Tests of the internal parts of the OAuth client. */
package dev.tenon.oauth.client.internal;
