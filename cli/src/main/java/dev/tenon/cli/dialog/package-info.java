/**
 * Prompts for the user at the terminal, and the handlers for user input that a server requests. Basic terminal output
 * is in {@code dev.tenon.cli.terminal}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.dialog;
