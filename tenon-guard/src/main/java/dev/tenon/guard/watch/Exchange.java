package dev.tenon.guard.watch;

import dev.tenon.guard.policy.Passage;
import java.time.Instant;

/**
 * One exchange through the guard, as it begins.
 *
 * @param request the request as it came, before any policy: its direction, method, params, who asks, and the revision in front
 * @param begun when
 */
public record Exchange(Passage request, Instant begun) {}
