/**
 * The locations of the files that the command keeps between two invocations. Their formats belong to the classes that
 * write them. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.storage;
