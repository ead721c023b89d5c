package dev.tenon.wire;

import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.Result;

/** A request of one revision: its method and how both its ends are written there. */
record Exchange<P extends Params, R extends Result>(Method<P, R> method, Codec<P> params, Codec<R> result) {}
