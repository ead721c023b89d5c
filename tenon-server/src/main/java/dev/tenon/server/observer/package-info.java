/** What observers of a server are told. */
@NullMarked
package dev.tenon.server.observer;

import org.jspecify.annotations.NullMarked;
