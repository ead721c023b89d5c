/**
 * The {@code tenon} command: its main class, the guard, demo and audit commands. The client commands are in {@code
 * dev.tenon.cli.client}. Internal; other programs use the libraries.
 */
package dev.tenon.cli;
