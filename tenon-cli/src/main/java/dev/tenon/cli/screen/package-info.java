/** What people read: tables, texts, JSON, and nothing hidden in them. */
@NullMarked
package dev.tenon.cli.screen;

import org.jspecify.annotations.NullMarked;
