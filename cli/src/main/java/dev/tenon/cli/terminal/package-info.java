/**
 * Output to a terminal: tables, wrapped text, JSON, and text with control characters escaped. Prompts are in {@code
 * dev.tenon.cli.dialog}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.terminal;
