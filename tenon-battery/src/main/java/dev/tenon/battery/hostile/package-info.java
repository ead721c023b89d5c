/**
 * Bad servers: what a client, and whatever stands between a server and a client, has to endure. They know JSON and nothing
 * else of Tenon.
 */
@NullMarked
package dev.tenon.battery.hostile;

import org.jspecify.annotations.NullMarked;
