/** Incidents, and exceptions as errors of the protocol. */
@NullMarked
package dev.tenon.server.internal.error;

import org.jspecify.annotations.NullMarked;
