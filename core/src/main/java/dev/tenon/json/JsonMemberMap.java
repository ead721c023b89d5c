package dev.tenon.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in order. It is immutable, so it can be shared without a copy. Most objects are small, so up
 * to 12 names are compared one by one, which is faster than a hash table and takes a fraction of its memory.
 */
public final class JsonMemberMap extends AbstractMap<String, Json> {
    private static final int MAX_LINEAR_SIZE = 12;

    private final String[] names;
    private final Json[] values;
    private final int size;
    private final @Nullable Map<String, Integer> index;

    private JsonMemberMap(MembersBuilder builder) {
        this.names = builder.names;
        this.values = builder.values;
        this.size = builder.size;
        this.index = builder.index;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public @Nullable Json get(@Nullable Object name) {
        int at = indexOf(name, names, size, index);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return indexOf(name, names, size, index) >= 0;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Json> action) {
        for (int i = 0; i < size; i++) {
            action.accept(names[i], values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<String, Json>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < size;
                    }

                    @Override
                    public Map.Entry<String, Json> next() {
                        if (next >= size) {
                            throw new NoSuchElementException();
                        }
                        int at = next++;
                        return Map.entry(names[at], values[at]);
                    }
                };
            }
        };
    }

    private static int indexOf(@Nullable Object name, String[] names, int size, @Nullable Map<String, Integer> index) {
        if (index != null) {
            Integer at = index.get(name);
            return at == null ? -1 : at;
        }
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Collects members in order. When a name occurs twice, the last value replaces the first in place. */
    static final class MembersBuilder {
        private String[] names = new String[MAX_LINEAR_SIZE / 2];
        private Json[] values = new Json[MAX_LINEAR_SIZE / 2];
        private int size;
        private @Nullable Map<String, Integer> index;

        void put(String name, Json value) {
            int existingIndex = indexOf(name, names, size, index);
            if (existingIndex >= 0) {
                values[existingIndex] = value;
            } else {
                addDistinct(name, value);
            }
        }

        /** Like {@link #put}, for a name that is known to occur once. */
        void addDistinct(String name, Json value) {
            if (size == names.length) {
                names = Arrays.copyOf(names, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            if (index == null && size == MAX_LINEAR_SIZE) {
                Map<String, Integer> newIndex = new HashMap<>();
                for (int i = 0; i < size; i++) {
                    newIndex.put(names[i], i);
                }
                index = newIndex;
            }
            if (index != null) {
                index.put(name, size);
            }
            names[size] = name;
            values[size++] = value;
        }

        JsonMemberMap build() {
            return new JsonMemberMap(this);
        }
    }
}
