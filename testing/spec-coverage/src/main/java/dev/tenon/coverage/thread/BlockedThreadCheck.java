package dev.tenon.coverage.thread;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails each test of the class during which a thread that must not block was found blocked in code of Tenon in several
 * consecutive samples, or an event loop or timer used more than 200 ms of processor time in one turn. These threads are
 * event loops, the timers of {@code RuntimeScheduler}, and stdio readers while they deliver messages.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BlockedThreadCheckExtension.class)
public @interface BlockedThreadCheck {}
