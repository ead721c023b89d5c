/** The commands that call a server: what they connect to, what they print, and how they end. */
@NullMarked
package dev.tenon.cli.client;

import org.jspecify.annotations.NullMarked;
