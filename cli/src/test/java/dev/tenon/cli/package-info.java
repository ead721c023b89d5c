@NullMarked
package dev.tenon.cli;

import org.jspecify.annotations.NullMarked;
