package refrain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns JSON into records and back. A field of JSON that a record does not have is ignored. */
final class Records {
    private Records() {}

    // --- Writing ----------------------------------------------------------------------------------------------------

    /** Returns a record as an object, or what stands in its place. */
    static Object toJson(Record record) {
        Class<?> type = record.getClass();
        Alternatives alternatives = alternativesOf(type);
        if (alternatives != null && !type.isAnnotationPresent(Alternative.class)) {
            return valueOf(record, type.getRecordComponents()[0]);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        if (alternatives != null && !alternatives.tag().isEmpty()) {
            fields.put(alternatives.tag(), type.getAnnotation(Alternative.class).value());
        }
        fields.putAll(fieldsOf(record));
        return fields;
    }

    /** Returns the fields of a record that are set, by their names in JSON. */
    static Map<String, Object> fieldsOf(Record record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = valueOf(record, component);
            if (value != null || component.isAnnotationPresent(Required.class)) {
                fields.put(nameOf(component), value);
            }
        }
        return fields;
    }

    private static Object valueOf(Record record, RecordComponent component) {
        try {
            // The record may be a class of the caller that is not public.
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    /** Returns {@code next_cursor} for {@code nextCursor}, and {@code new} for {@code new_}. */
    private static String nameOf(RecordComponent component) {
        StringBuilder name = new StringBuilder();
        for (char letter : component.getName().toCharArray()) {
            name.append(Character.isUpperCase(letter) ? "_" : "").append(Character.toLowerCase(letter));
        }
        return name.toString().replaceAll("_$", "");
    }

    private static Alternatives alternativesOf(Class<?> record) {
        for (Class<?> parent : record.getInterfaces()) {
            if (parent.isAnnotationPresent(Alternatives.class)) {
                return parent.getAnnotation(Alternatives.class);
            }
        }
        return null;
    }

    // --- Reading ----------------------------------------------------------------------------------------------------

    static <T> T read(Class<T> type, Object json) {
        return type.cast(read((Type) type, json));
    }

    private static Object read(Type type, Object json) {
        if (type instanceof ParameterizedType generic) {
            Type item = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (generic.getRawType() == Patch.class) {
                return new Patch<>(json == null ? null : read(item, json));
            }
            return generic.getRawType() == Map.class ? readMap(item, json) : readList(item, json);
        }
        Class<?> kind = (Class<?>) type;
        if (kind == Object.class) {
            return json;
        }
        if (kind.isAnnotationPresent(Alternatives.class)) {
            return readAlternative(kind, json);
        }
        if (TextValue.class.isAssignableFrom(kind)) {
            return construct(kind, new Object[] {expect(String.class, json, "a text")});
        }
        return kind.isRecord() ? readRecord(kind, json) : readScalar(kind, json);
    }

    private static Object readScalar(Class<?> kind, Object json) {
        if (kind == long.class || kind == Long.class) {
            return expect(Long.class, json, "an integer");
        }
        if (kind == double.class || kind == Double.class) {
            return expect(Number.class, json, "a number").doubleValue();
        }
        if (kind == boolean.class || kind == Boolean.class) {
            return expect(Boolean.class, json, "a boolean");
        }
        if (kind == Duration.class && json instanceof Long seconds) {
            return Duration.ofSeconds(seconds);
        }
        String text = expect(String.class, json, "a text");
        try {
            return kind == Instant.class ? OffsetDateTime.parse(text).toInstant()
                    : kind == LocalDate.class ? LocalDate.parse(text)
                    : kind == Duration.class ? Lengths.parse(text)
                    : text;
        } catch (DateTimeException error) {
            throw new JsonException(error.getMessage());
        }
    }

    private static <T> T expect(Class<T> type, Object json, String what) {
        if (!type.isInstance(json)) {
            throw new JsonException("expected " + what + ", found " + shown(json));
        }
        return type.cast(json);
    }

    private static String shown(Object json) {
        String text = Json.write(json);
        return text.length() > 100 ? text.substring(0, 100) + "…" : text;
    }

    /** Reads a list. Some lists may be written as their only item. */
    private static List<Object> readList(Type item, Object json) {
        if (!(json instanceof List<?> items)) {
            return List.of(read(item, json));
        }
        List<Object> found = new ArrayList<>();
        items.forEach(one -> found.add(read(item, one)));
        return found;
    }

    private static Map<String, Object> readMap(Type item, Object json) {
        Map<String, Object> found = new LinkedHashMap<>();
        Map<?, ?> fields = expect(Map.class, json, "an object");
        fields.forEach((name, value) -> found.put(String.valueOf(name), read(item, value)));
        return found;
    }

    private static Object readRecord(Class<?> kind, Object json) {
        Map<?, ?> fields = expect(Map.class, json, "an object");
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int index = 0; index < components.length; index++) {
            RecordComponent component = components[index];
            String name = nameOf(component);
            boolean isRequired = component.getType().isPrimitive() || component.isAnnotationPresent(Required.class);
            if (isRequired && !fields.containsKey(name)) {
                throw new JsonException(kind.getSimpleName() + " has no field " + name);
            }
            try {
                boolean isSet = isRequired || fields.get(name) != null;
                boolean isCleared = component.getType() == Patch.class && fields.containsKey(name);
                values[index] = isSet || isCleared ? read(component.getGenericType(), fields.get(name)) : null;
            } catch (JsonException error) {
                throw new JsonException(name + ": " + error.getMessage());
            }
        }
        return construct(kind, values);
    }

    private static Object readAlternative(Class<?> kind, Object json) {
        Alternatives alternatives = kind.getAnnotation(Alternatives.class);
        for (Class<?> record : kind.getPermittedSubclasses()) {
            Alternative alternative = record.getAnnotation(Alternative.class);
            if (alternative == null && isScalar(record.getRecordComponents()[0].getType(), json)) {
                return construct(record, new Object[] {json});
            }
            if (alternative != null && isObject(alternative.value(), alternatives.tag(), json)) {
                return readRecord(record, json);
            }
        }
        return construct(alternatives.unknown(), new Object[] {json});
    }

    private static boolean isScalar(Class<?> type, Object json) {
        return json instanceof String && type == String.class || json instanceof Long && type == long.class;
    }

    private static boolean isObject(String name, String tag, Object json) {
        return json instanceof Map<?, ?> fields && (tag.isEmpty() ? fields.containsKey(name) : name.equals(fields.get(tag)));
    }

    private static Object construct(Class<?> record, Object[] values) {
        RecordComponent[] components = record.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int index = 0; index < components.length; index++) {
            types[index] = components[index].getType();
        }
        try {
            return record.getDeclaredConstructor(types).newInstance(values);
        } catch (InvocationTargetException error) {
            throw new JsonException(record.getSimpleName() + ": " + error.getCause());
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }
}
