/**
 * Files that are replaced atomically and readable by their owner only, and canonical JSON. The files of the audit are
 * in {@code dev.tenon.guard.audit}. Internal to the guard and its CLI.
 */
package dev.tenon.guard.internal.file;
