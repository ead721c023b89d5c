@NullMarked
package dev.tenon.cli.asking;

import org.jspecify.annotations.NullMarked;
