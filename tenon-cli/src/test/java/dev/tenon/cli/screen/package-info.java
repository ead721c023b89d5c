@NullMarked
package dev.tenon.cli.screen;

import org.jspecify.annotations.NullMarked;
