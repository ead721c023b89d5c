/**
 * A reflective copier of records. JSON binding, which also uses reflection, is in {@code dev.tenon.json}. For the
 * modules of Tenon only.
 */
package dev.tenon.internal.reflect;
