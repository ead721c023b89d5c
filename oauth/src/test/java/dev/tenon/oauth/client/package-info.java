/** Tests of the OAuth client, with correct and with misbehaving authorization servers. */
package dev.tenon.oauth.client;
