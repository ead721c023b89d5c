/**
 * The codecs of single types and the registry of methods. The codecs of whole messages are in {@code dev.tenon.codec}.
 * For {@code dev.tenon.codec} only.
 */
package dev.tenon.codec.internal;
