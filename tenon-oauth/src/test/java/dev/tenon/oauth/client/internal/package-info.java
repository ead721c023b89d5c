/** The parts of getting in, each by itself. */
package dev.tenon.oauth.client.internal;
