package dev.tenon.bench;

/**
 * What was seen of a server at a load in one round.
 *
 * @param perSecond calls in a second
 * @param p50 microseconds that half of the calls needed at most
 * @param p99 microseconds that 99 of 100 calls needed at most
 * @param processor seconds of processor time of the server for 100,000 calls
 * @param resident bytes of memory that the server held afterwards
 */
record Round(double perSecond, double p50, double p99, double processor, double resident) {}
