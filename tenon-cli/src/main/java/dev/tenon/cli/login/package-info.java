/** Logging in to servers, and where the tokens are. */
@NullMarked
package dev.tenon.cli.login;

import org.jspecify.annotations.NullMarked;
