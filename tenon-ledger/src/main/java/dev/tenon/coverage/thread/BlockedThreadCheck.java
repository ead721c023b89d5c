package dev.tenon.coverage.thread;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails each test of the class during which a thread that must not wait was found waiting in code of Tenon, in several
 * samples one after the other, or an event loop used more than 200 ms of processor time in one turn. Such threads are
 * event loops, the timers of {@code RuntimeScheduler}, and readers of standard input while they deliver.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BlockedThreadCheckExtension.class)
public @interface BlockedThreadCheck {}
