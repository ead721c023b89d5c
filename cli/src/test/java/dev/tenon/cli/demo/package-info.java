@NullMarked
package dev.tenon.cli.demo;

import org.jspecify.annotations.NullMarked;
