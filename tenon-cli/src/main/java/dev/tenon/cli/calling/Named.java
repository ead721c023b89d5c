package dev.tenon.cli.calling;

import dev.tenon.cli.argument.DidYouMean;
import dev.tenon.cli.exit.FailureException;
import java.util.List;
import java.util.function.Function;

/** Finds what the user named among what the server has. */
final class Named {
    private Named() {}

    /**
     * The one of that name.
     *
     * @param kind what it is called when there is none
     */
    static <T> T find(String kind, String name, List<T> all, Function<T, String> nameOf) {
        return all.stream()
                .filter(one -> nameOf.apply(one).equals(name))
                .findFirst()
                .orElseThrow(() -> FailureException.misused("The server has no " + kind + " '" + name + "'. "
                        + DidYouMean.hint(name, all.stream().map(nameOf).toList())));
    }
}
