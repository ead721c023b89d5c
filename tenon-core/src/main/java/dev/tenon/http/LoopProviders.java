package dev.tenon.http;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Those who know event loops, looked for once. */
final class LoopProviders {
    private static final List<LoopHttp.Provider> ALL =
            ServiceLoader.load(LoopHttp.Provider.class, LoopHttp.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private LoopProviders() {}

    static @Nullable LoopHttp here() {
        for (LoopHttp.Provider provider : ALL) {
            LoopHttp here = provider.here();
            if (here != null) {
                return here;
            }
        }
        return null;
    }
}
