/** The log of the guard. Internal to the guard. */
package dev.tenon.guard.internal.log;
