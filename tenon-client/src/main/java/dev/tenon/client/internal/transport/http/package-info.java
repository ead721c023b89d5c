/** Requests over HTTP: sending, redirects, credentials, and reading of responses. */
@NullMarked
package dev.tenon.client.internal.transport.http;

import org.jspecify.annotations.NullMarked;
