/**
 * The server of {@code tenon demo}: one of each feature, each in a small file. The command that serves it is in {@code
 * dev.tenon.cli}. For readers who learn the library by example.
 */
package dev.tenon.cli.demo;
